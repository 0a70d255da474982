// The program behind `npm run train`: stopping, resuming, and invalid arguments.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;
using Arguments = std::vector<std::string>;

struct Ended {
  int code;
  std::string output;  // of stdout and stderr
};

// Runs the program, and interrupts it after `after` lines of output (0: never).
Ended run(Arguments arguments, int after = 0) {
  int ends[2];
  if (pipe(ends) != 0) return {-1, "no pipe"};
  const pid_t child = fork();
  if (child == 0) {
    dup2(ends[1], STDOUT_FILENO);
    dup2(ends[1], STDERR_FILENO);
    close(ends[0]);
    arguments.insert(arguments.begin(), SCALEDOT_TRAIN_PROGRAM);
    std::vector<char*> words;
    for (std::string& argument : arguments) words.push_back(argument.data());
    words.push_back(nullptr);
    execv(words[0], words.data());
    _exit(127);
  }
  close(ends[1]);
  Ended ended{-1, ""};
  char c;
  for (int lines = 0; read(ends[0], &c, 1) == 1;) {
    ended.output += c;
    if (c == '\n' && ++lines == after) kill(child, SIGINT);
  }
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (WIFEXITED(status)) ended.code = WEXITSTATUS(status);
  return ended;
}

class TrainProgram : public ::testing::Test {
 protected:
  TrainProgram() {
    char name[] = "/tmp/scaledot-train-XXXXXX";
    folder_ = mkdtemp(name);
  }
  ~TrainProgram() override { fs::remove_all(folder_); }

  fs::path at(const std::string& name) const { return folder_ / name; }
  std::string contents(const std::string& name) const {
    std::ifstream file(at(name), std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  // Returns the arguments for a small model that takes at most a few seconds.
  Arguments arguments(const std::string& name, const Arguments& more = {}) const {
    Arguments all = {"checkpoint=" + at(name).string(),
                     "state=" + at("state").string(),
                     "measured=64",
                     "task=pronouns",
                     "modelDim=8",
                     "headDim=8",
                     "feedForward=8",
                     "batch=2",
                     "every=2000",
                     "heldOut=8",
                     "steps=12000",
                     "optimizer=adamw",
                     "learningRate=0.001",
                     "schedule=cosine"};
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }

 private:
  fs::path folder_;
};

TEST_F(TrainProgram, WritesTheSameFileAfterItWasStoppedAndResumed) {
  const Ended whole = run(arguments("whole"));
  ASSERT_EQ(whole.code, 0) << whole.output;
  EXPECT_NE(whole.output.find("\"measured\": {\"parameters\": "), std::string::npos);
  EXPECT_FALSE(fs::exists(at("state")));

  const Ended stopped = run(arguments("parts"), 1);
  ASSERT_EQ(stopped.code, 130) << stopped.output;
  EXPECT_TRUE(fs::exists(at("state")));
  EXPECT_FALSE(fs::exists(at("parts")));
  const Ended rest = run(arguments("parts"));
  ASSERT_EQ(rest.code, 0) << rest.output;
  EXPECT_EQ(rest.output.find("\"step\": 0,"), std::string::npos) << "it began anew";
  EXPECT_GT(contents("whole").size(), 1000u);
  EXPECT_TRUE(contents("parts") == contents("whole"));
}

TEST_F(TrainProgram, ResumesATextAndMeasuresItsNgrams) {
  std::string text;
  for (int i = 0; i < 400; ++i) text += "She sells " + std::to_string(i % 37) + " sea shells, ";
  std::ofstream(at("text")) << text;
  const Arguments more = {"task=text", "size=16", "every=300", "steps=1500",
                          "text=" + at("text").string()};
  const Ended whole = run(arguments("whole", more));
  ASSERT_EQ(whole.code, 0) << whole.output;
  const Ended stopped = run(arguments("parts", more), 1);
  ASSERT_EQ(stopped.code, 130) << stopped.output;
  const Ended rest = run(arguments("parts", more));
  ASSERT_EQ(rest.code, 0) << rest.output;
  EXPECT_TRUE(contents("parts") == contents("whole"));

  const size_t measured = whole.output.find("{\"measured\"");
  ASSERT_NE(measured, std::string::npos);
  const std::string of = whole.output.substr(measured);
  EXPECT_EQ(of, rest.output.substr(rest.output.find("{\"measured\"")));
  const auto numberAfter = [&](const char* words, const char* from) {
    return std::atof(of.c_str() + of.find(words, of.find(from)) + std::strlen(words));
  };
  const double trained = numberAfter("\"perplexity\": ", "\"measured\"");
  EXPECT_GT(trained, 1);
  EXPECT_LT(trained, numberAfter("[", "\"ngrams\""));  // the unigram model
  EXPECT_EQ(trained, numberAfter("\"perplexity\": ", "\"factor\": 1,"));
  EXPECT_NE(trained, numberAfter("\"perplexity\": ", "\"factor\": 0,"));
}

TEST_F(TrainProgram, RefusesInvalidArguments) {
  const auto saysOf = [&](const Arguments& more) {
    const Ended ended = run(arguments("file", more));
    EXPECT_EQ(ended.code, 1) << ended.output;
    EXPECT_FALSE(fs::exists(at("file")));
    return ended.output;
  };
  EXPECT_EQ(saysOf({"width=8"}),
            "train: got the option \"width\"; expected one of the metadata of a checkpoint, such "
            "as modelDim\n");
  EXPECT_EQ(saysOf({"layers=99"}),
            "train: metadata layers: got \"99\"; expected a whole number from 1 to 8\n");
  EXPECT_EQ(saysOf({"layers=" + std::string(400, '1')}),
            "train: got more than 250 characters of an option; expected fewer\n");
  EXPECT_EQ(saysOf({"layers"}), "train: layers came; OPTION=VALUE was expected\n");
  EXPECT_EQ(saysOf({"checkpoint="}), "train: nothing came for checkpoint; a value was expected\n");
  EXPECT_EQ(saysOf({"task=recall", "size=9", "symbols=8"}),
            "train: a size or symbols came that the task cannot have (tasks.h)\n");
  const Arguments ofText = {"task=text", "stack=decoder", "size=16"};
  const auto ofFile = [&](const std::string& text) {
    std::ofstream(at("text")) << text;
    Arguments all = ofText;
    all.push_back("text=" + at("text").string());
    return saysOf(all);
  };
  EXPECT_EQ(saysOf(ofText), "train: the task text needs text=FILE; \"\" has nothing in it\n");
  EXPECT_NE(ofFile("caf\xc3\xa9").find("text: A text with \"\xc3\xa9\" came"), std::string::npos);
  EXPECT_EQ(ofFile(std::string(169, 'a')),
            "train: a size or symbols came that the task cannot have (tasks.h)\n");
  EXPECT_NE(saysOf({"steps=1", "checkpoint=" + at("no/file").string()}).find("could not write"),
            std::string::npos);
  std::ofstream(at("state")) << "not a state";
  EXPECT_NE(saysOf({}).find("state: "), std::string::npos);
}

}  // namespace
